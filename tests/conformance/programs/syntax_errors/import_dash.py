import my-module
