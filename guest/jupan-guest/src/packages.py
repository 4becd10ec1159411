# Runs in the namespace of `bootstrap.py` when an image is built that has packages: imports
# them out of memory. The guest has put here `module_path` and `module_code` of `packages.rs`.

import importlib.machinery


class _PackageFinder:
    """Finds the modules of packages that lie in memory."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        found = module_path(name)
        if found is None:
            return None
        origin, is_package = found
        spec = importlib.machinery.ModuleSpec(
            name, _PackageLoader, origin=origin, is_package=is_package
        )
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations.append(origin.rpartition("/")[0])
        return spec

    @staticmethod
    def invalidate_caches():
        pass


class _PackageLoader:
    """Loads them. Their source is not there."""

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        exec(module_code(module.__name__), module.__dict__)

    @staticmethod
    def get_code(name):
        return module_code(name)

    @staticmethod
    def get_source(name):
        return None

    @staticmethod
    def is_package(name):
        return module_path(name)[1]


sys.meta_path.append(_PackageFinder)


def keep_imported():
    """Has every run find what is imported now."""
    _modules.update(_sys.modules)
