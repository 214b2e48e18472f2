"""From squares in a picture to a camera: the least squares, its noise, and who contradicts whom."""
