"""A FUSE file system that shows a directory, with the faults that a JSON file asks for: `unreadable` names
files with a bad place in their middle, `unlistable` directories: both answer EIO. With `--fat` it has the manners of FAT: no case in names, no hard links, no permissions,
times in steps of two seconds, moved by `shift` seconds. Stop the process, and the volume hangs.

Usage: switchable-fuse.py DIRECTORY MOUNT-POINT FAULTS.json [--fat]
"""
import errno
import json
import os
import sys

from fusepy import FUSE, FuseOSError, Operations

FAT_STEP = 2 * 10**9


class Switchable(Operations):
    use_ns = True

    def __init__(self, directory, faults, is_fat):
        self.directory, self.faults_path, self.is_fat = directory, faults, is_fat

    def faults(self):
        with open(self.faults_path) as file:
            return json.load(file)

    def refuse(self, kind, path):
        if os.path.basename(path) in self.faults().get(kind, []):
            raise FuseOSError(errno.EIO)

    def way(self, path):
        way = self.directory
        for name in path.strip('/').split('/') if path != '/' else []:
            if self.is_fat and not os.path.lexists(os.path.join(way, name)):
                name = next((each for each in self.names(way) if each.lower() == name.lower()), name)
            way = os.path.join(way, name)
        return way

    @staticmethod
    def names(way):
        try:
            return os.listdir(way)
        except OSError:
            return []

    def __call__(self, operation, *given):
        try:
            return super().__call__(operation, *given)
        except OSError as error:
            raise FuseOSError(error.errno) from error

    def getattr(self, path, fh=None):
        facts = os.lstat(self.way(path))
        found = {key: getattr(facts, key) for key in ('st_gid', 'st_mode', 'st_nlink', 'st_size', 'st_uid', 'st_blocks')}
        for key in ('st_atime', 'st_ctime', 'st_mtime'):
            found[key] = getattr(facts, f'{key}_ns')
            if self.is_fat:
                found[key] = found[key] // FAT_STEP * FAT_STEP + self.faults().get('shift', 0) * 10**9
        return found

    def readdir(self, path, fh):
        self.refuse('unlistable', path)
        return ['.', '..', *os.listdir(self.way(path))]

    def open(self, path, flags):
        return os.open(self.way(path), flags)

    def create(self, path, mode, fi=None):
        return os.open(self.way(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def read(self, path, size, offset, fh):
        if offset <= os.fstat(fh).st_size // 2 < offset + size:
            self.refuse('unreadable', path)
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(self.way(path), length)

    def release(self, path, fh):
        os.close(fh)

    def fsync(self, path, datasync, fh):
        os.fsync(fh)

    def rename(self, old, new):
        os.rename(self.way(old), self.way(new) if old.lower() != new.lower() else self.renamed(old, new))

    def renamed(self, old, new):
        return os.path.join(os.path.dirname(self.way(old)), os.path.basename(new))

    def mkdir(self, path, mode):
        os.mkdir(self.way(path), mode)

    def rmdir(self, path):
        os.rmdir(self.way(path))

    def unlink(self, path):
        os.unlink(self.way(path))

    def utimens(self, path, times=None):
        os.utime(self.way(path), ns=times)

    def chmod(self, path, mode):
        if self.is_fat:
            raise FuseOSError(errno.EPERM)
        os.chmod(self.way(path), mode)

    # Named by libfuse: the new name comes first.
    def link(self, target, source):
        if self.is_fat:
            raise FuseOSError(errno.EPERM)
        os.link(self.way(source), self.way(target))


if __name__ == '__main__':
    directory, mount_point, faults = sys.argv[1:4]
    FUSE(Switchable(directory, faults, '--fat' in sys.argv), mount_point, foreground=True, fsname=directory)
