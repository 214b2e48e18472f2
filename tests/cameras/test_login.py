"""Logging in: the examples of RFC 7616, and a server that checks by its own arithmetic."""

from __future__ import annotations

import hashlib
import re
import socket
from urllib.parse import urlsplit

import pytest

from tests.cameras.bad_server import HEAD, jpeg, part, sends, serving
from vision.cameras.camera import CameraError
from vision.cameras.login import digest_login, why_refused
from vision.cameras.stream import HttpCamera

# RFC 7616, section 3.9.1.
ASKED = (
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={}, '
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", '
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
)
MUFASA = urlsplit("http://Mufasa:Circle%20of%20Life@www.example.org/dir/index.html")
CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
RESPONSES = {
    "MD5": "8ca523f5e9506fed4657c9700eebdbec",
    "SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
}


@pytest.mark.parametrize("algorithm", RESPONSES)
def test_the_response_is_the_one_of_the_standard(algorithm: str) -> None:
    said = digest_login(MUFASA, [ASKED.format(algorithm)], cnonce=CNONCE)
    assert said is not None and f'response="{RESPONSES[algorithm]}"' in said


def test_the_response_without_qop_is_the_older_standards() -> None:
    """RFC 2617, 3.2.2.1: MD5(MD5(user:realm:password):nonce:MD5(GET:uri))."""
    said = digest_login(urlsplit("http://joe:pw@cam/v?x=1"), ['Digest realm="r", nonce="n"'])
    right = _md5(f"{_md5('joe:r:pw')}:n:{_md5('GET:/v?x=1')}")
    assert said is not None and f'response="{right}"' in said and "qop" not in said


def test_of_several_challenges_in_one_header_the_digest_is_answered() -> None:
    header = 'Basic realm="a, Digest b=", Digest realm="r", nonce="n", qop="auth"'
    said = digest_login(MUFASA, [header], cnonce="c")
    assert said is not None and 'realm="r"' in said


@pytest.mark.parametrize(
    ("url", "header", "words"),
    [
        ("http://cam/v", 'Basic realm="x"', "it wants a password"),
        ("http://cam/v", 'Digest realm="x", nonce="1"', "it wants a password"),
        ("http://a:b@cam/v", 'Basic realm="x"', "it refuses this user and password"),
        ("http://a:b@cam/v", 'Digest realm="x", nonce="1"', "it refuses this user and password"),
        ("http://a:b@cam/v", "Negotiate", "another kind .Negotiate.*rtsp"),
        ("http://a:b@cam/v", 'Digest nonce="1", qop="auth-int"', "another kind .Digest"),
        ("http://a:b@cam/v", 'Digest nonce="1", algorithm=TIGER', "another kind .Digest"),
    ],
)
def test_a_refusal_is_told_by_what_was_asked(url: str, header: str, words: str) -> None:
    assert re.search(words, why_refused(urlsplit(url), [header]))


def _md5(text: str) -> str:
    return hashlib.md5(text.encode("utf-8")).hexdigest()


def _is_right(request: str) -> bool:
    """Does the request log joe:pw in, by RFC 7616's arithmetic done here?"""
    said = dict(re.findall(r'(\w+)="?([^",\r]*)"?', request.split("Digest ", 1)[-1]))
    if "Digest" not in request:
        return False
    middle = f"{said['nonce']}:{said['nc']}:{said['cnonce']}:auth"
    return said["response"] == _md5(f"{_md5('joe:cam:pw')}:{middle}:{_md5('GET:/video')}")


CHALLENGE = b'Digest realm="cam", nonce="dcd98b", qop="auth", algorithm=MD5'


def answers(link: socket.socket, request: bytes, challenge: bytes = CHALLENGE) -> None:
    if _is_right(request.decode("latin-1")):
        link.sendall(HEAD + part(jpeg(90)))
    else:
        link.sendall(b"HTTP/1.1 401 No\r\nWWW-Authenticate: " + challenge + b"\r\n\r\n")


def test_a_camera_that_wants_digest_is_logged_in_to() -> None:
    asked: list[bytes] = []

    def script(link: socket.socket) -> None:
        answers(link, asked[-1])

    with serving(script, asked=asked) as url:
        camera = HttpCamera(url.replace("//", "//joe:pw@"))
        mean = camera.read().picture.mean()
        camera.close()
    assert mean == pytest.approx(90, abs=2)
    # The server is woken at the end by a request that is none.
    assert len([request for request in asked if request.startswith(b"GET")]) == 2


@pytest.mark.parametrize("challenge", [CHALLENGE, b'Basic realm="cam"'])
def test_a_wrong_password_is_called_one_after_two_tries_at_most(challenge: bytes) -> None:
    asked: list[bytes] = []

    def script(link: socket.socket) -> None:
        answers(link, asked[-1], challenge)

    with serving(script, asked=asked) as url:
        with pytest.raises(CameraError, match="refuses this user and password"):
            HttpCamera(url.replace("//", "//joe:wrong@")).read()
    assert len([request for request in asked if request.startswith(b"GET")]) <= 2


def test_a_stale_nonce_is_answered_once_more() -> None:
    asked: list[bytes] = []

    def script(link: socket.socket) -> None:
        fresh = b'nonce="2"' if len(asked) > 1 else b'nonce="1"'
        request = asked[-1]
        if b'nonce="2"' in request:
            answers(link, request)
        else:
            answers(link, b"", b'Digest realm="cam", qop="auth", stale=TRUE, ' + fresh)

    with serving(script, asked=asked) as url:
        camera = HttpCamera(url.replace("//", "//joe:pw@"))
        assert camera.read().picture.mean() == pytest.approx(90, abs=2)
        camera.close()


@pytest.mark.parametrize(("where", "sent"), [("/other", True), ("http://localhost:1/", False)])
def test_a_login_goes_along_to_the_same_host_only(where: str, sent: bool) -> None:
    asked: list[bytes] = []
    moved = b"HTTP/1.1 302 Found\r\nLocation: " + where.encode() + b"\r\n\r\n"
    with serving(sends(moved), sends(HEAD + part(jpeg(90))), asked=asked) as url:
        camera = HttpCamera(url.replace("//", "//joe:pw@"), timeout_s=60.0)
        if sent:
            camera.read()
        else:
            with pytest.raises(CameraError):
                camera.read()
        camera.close()
    carried = [b"Authorization" in request for request in asked if request.startswith(b"GET")]
    assert carried == ([True, True] if sent else [True])
