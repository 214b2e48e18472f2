"""Where in a picture a tag may be: quads, planes, softness, first poses."""
