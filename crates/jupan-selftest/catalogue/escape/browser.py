# expect: ok | exception
# why: no browser is opened

import webbrowser
print(webbrowser.open('http://127.0.0.1:1/'))
