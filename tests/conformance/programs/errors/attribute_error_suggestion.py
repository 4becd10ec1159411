class Robot:
    def __init__(self):
        self.battery = 100
    def charge(self):
        pass
r = Robot()
r.chrage()
