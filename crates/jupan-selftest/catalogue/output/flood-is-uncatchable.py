# expect: output
# limits: output_bytes=4096
# why: the end by output is no exception that a program could catch

while True:
    try:
        while True:
            print('line of text')
    except BaseException:
        pass
