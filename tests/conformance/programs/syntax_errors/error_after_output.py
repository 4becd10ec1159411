print('this must not be printed')
print('neither'
