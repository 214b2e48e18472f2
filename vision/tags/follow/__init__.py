"""Tags from picture to picture: tracking, and proof that nothing moved."""
