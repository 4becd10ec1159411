!pip install numpy
