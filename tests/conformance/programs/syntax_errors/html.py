<b>x</b>
