class Robot:
    def __init__(self):
        self.battery = 100
    def report(self):
        return battery
Robot().report()
