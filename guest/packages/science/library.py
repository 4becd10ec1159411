# The library, a zip file, in memory: modules that are imported later come from there, and what
# packages ask about themselves.

import importlib.metadata
import io
import os
import pathlib
import re
import sys
import zipfile
import zipimport
import zlib


def serve_from_memory(path):
    """Has the importer read the zip file at `path` here, and never again in a file system."""
    with open(path, "rb") as file:
        whole = file.read()
    archive = memoryview(whole)
    regular = os.stat(path)

    def get_data(_archive, entry):
        _path, compress, data_size, _file_size, offset, _time, _date, _crc = entry
        if bytes(archive[offset : offset + 4]) != b"PK\x03\x04":
            raise zipimport.ZipImportError(f"bad local file header: {path!r}", path=path)
        name = int.from_bytes(archive[offset + 26 : offset + 28], "little")
        extra = int.from_bytes(archive[offset + 28 : offset + 30], "little")
        start = offset + 30 + name + extra
        data = bytes(archive[start : start + data_size])
        if compress == 0:
            return data
        return zlib.decompress(data, -15)

    class Paths:
        """What the importer asks about files: the archive is one, and others are as they are."""

        def __init__(self, real):
            self._real = real

        def __getattr__(self, name):
            return getattr(self._real, name)

        def _path_stat(self, asked):
            return regular if asked == path else self._real._path_stat(asked)

    files = zipimport._read_directory(path)
    zipimport._read_directory = lambda asked: files
    zipimport._get_data = get_data
    zipimport._bootstrap_external = Paths(zipimport._bootstrap_external)
    # Finders keep what they know.
    sys.path_importer_cache.clear()
    sys.path[:] = [path]
    _serve_resources(path, whole)
    _serve_metadata(files, lambda name: get_data(path, files[name]))


def _serve_resources(path, whole):
    """Files of packages, as `importlib.resources` asks for them. The list of all is read once."""

    class Archive(io.BytesIO):
        name = path

    lookup = zipfile._path.FastLookup
    root = lookup(Archive(whole))
    root._name_set()
    make = lookup.make

    def make_or_take(source):
        if isinstance(source, (str, os.PathLike)) and os.fspath(source) == path:
            return root
        return make(source)

    lookup.make = make_or_take


def _serve_metadata(files, read):
    """Versions and entry points, as `importlib.metadata` asks for them."""
    folders = {}
    for name in files:
        folder = name.partition("/")[0]
        if folder.endswith(".dist-info"):
            folders[_normal(folder.partition("-")[0])] = folder

    class Known(importlib.metadata.Distribution):
        def __init__(self, folder):
            self._folder = folder

        def read_text(self, filename):
            name = f"{self._folder}/{filename}"
            return read(name).decode() if name in files else None

        def locate_file(self, path):
            return pathlib.PurePosixPath(path)

    class Finder(importlib.metadata.DistributionFinder):
        @classmethod
        def find_spec(cls, *_arguments):
            return None

        @classmethod
        def find_distributions(cls, context=importlib.metadata.DistributionFinder.Context()):
            if context.name is None:
                return [Known(folder) for folder in folders.values()]
            folder = folders.get(_normal(context.name))
            return [] if folder is None else [Known(folder)]

        def invalidate_caches(self=None):
            pass

    sys.meta_path.append(Finder)


def _normal(name):
    return re.sub("[-_.]+", "_", name).lower()
