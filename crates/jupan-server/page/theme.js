// Colours, before anything is drawn: light, dark, or as the system has them.
const saved = localStorage.getItem("jupan.theme");
if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
