import { describe, expect, it } from 'vitest';
import { exactVolumeAt, volumeAt, watchMounts } from '../../../electron/engine/disk/volumes.ts';
import { isOtherVolume } from '../../../electron/engine/loop/watched-folders.ts';

const line = (at: string, type: string, source: string, { device = '0:50', root = '/' } = {}) =>
  `100 27 ${device} ${root} ${at} rw,relatime shared:1 - ${type} ${source} rw`;
const table = (...lines: readonly string[]) => [line('/', 'ext4', '/dev/none', { device: '8:1' }), ...lines, ''].join('\n');
const at = (path: string, ...lines: readonly string[]) => volumeAt(path, 1, table(...lines));
const nas = line('/mnt/nas', 'cifs', '//nas/scans');

describe('the volume at a path', () => {
  it('is another one when something is mounted there or above, and the same as before when it is gone', () => {
    const disk = at('/mnt/nas/in');
    expect(at('/mnt/nas/in', nas)).not.toBe(disk);
    expect(at('/mnt/nas/in', line('/mnt/nas/other', 'cifs', '//nas/scans'))).toBe(disk);
    expect(at('/mnt/nas-2', nas)).toBe(disk);
  });

  it('is another one when something is mounted below it', () => {
    expect(at('/mnt', nas)).not.toBe(at('/mnt'));
    expect(at('/mnt', nas)).not.toBe(at('/mnt', line('/mnt/nas', 'cifs', '//nas/post')));
  });

  it('is the same when the same share is mounted again, whatever number it gets', () => {
    expect(at('/mnt/nas', line('/mnt/nas', 'cifs', '//nas/scans', { device: '0:99' }))).toBe(at('/mnt/nas', nas));
  });

  it.each([
    ['another source', line('/mnt/nas', 'cifs', '//nas/post')],
    ['another part of it', line('/mnt/nas', 'cifs', '//nas/scans', { root: '/2026' })],
    ['mounted over it', `${nas}\n${line('/mnt/nas', 'nfs4', 'nas:/scans')}`],
  ])('is another one: %s', (_, other) => {
    expect(at('/mnt/nas', other)).not.toBe(at('/mnt/nas', nas));
  });

  it('in memory, has nothing but its number', () => {
    const memory = (device: string) => at('/tmp', line('/tmp', 'tmpfs', 'tmpfs', { device }));
    expect(memory('0:50')).not.toBe(memory('0:51'));
  });

  it('is not known while an automatic mount is yet to come, and then is what was mounted', () => {
    const automatic = line('/mnt/nas', 'autofs', 'systemd-1');
    expect(at('/mnt/nas', automatic)).toBeUndefined();
    expect(at('/mnt/nas', automatic, nas)).toBe(at('/mnt/nas', nas));
    // From above it is the same whether it is mounted at the moment or not.
    expect(at('/mnt', automatic)).toBe(at('/mnt', automatic, nas));
  });

  it('may have a name with spaces', () => {
    expect(at('/mnt/my scans', line('/mnt/my\\040scans', 'cifs', '//nas/scans'))).toBe(at('/mnt/nas', nas));
  });
});

describe('a disk that has only its device’s name', () => {
  const disk = (root = '/') => table(line('/mnt/stick', 'ext4', '/dev/none-such', { root }));
  const born = (birthtimeMs: number, ctimeMs = 9) => exactVolumeAt('/mnt/stick/in', 1, () => ({ birthtimeMs, ctimeMs }), disk());

  it('is another one if its root was made at another time', async () => {
    expect(isOtherVolume(await born(1), await born(2))).toBe(true);
    expect(isOtherVolume(await born(1), await born(1))).toBe(false);
  });

  it('is the same as one of which that is not known, as an earlier version noted it', async () => {
    const known = volumeAt('/mnt/stick/in', 1, disk());
    expect(await born(1)).not.toBe(known);
    expect(isOtherVolume(known, await born(1))).toBe(false);
    expect(isOtherVolume(at('/mnt/stick/in', line('/mnt/stick', 'ext4', '/dev/other')), await born(1))).toBe(true);
  });

  it('says no more where the time is not known, or is that of the last change, or of a part of it', async () => {
    const known = volumeAt('/mnt/stick/in', 1, disk());
    expect([await born(0), await born(9)]).toEqual([known, known]);
    const never = () => expect.unreachable();
    expect(await exactVolumeAt('/mnt/stick', 1, never, disk('/part'))).toBe(volumeAt('/mnt/stick', 1, disk('/part')));
    expect(await exactVolumeAt('/mnt/nas', 1, never, table(nas))).toBe(at('/mnt/nas', nas));
  });
});

describe('watching the mounts', () => {
  it('tells of what concerns the path, once, until it is ended', () => {
    let now = table();
    let told = 0;
    let compare = () => {};
    const clock = {
      after(_: number, work: () => void) {
        compare = work;
        return () => {
          compare = () => {};
        };
      },
    };
    const end = watchMounts(
      '/mnt/nas',
      () => (told += 1),
      clock,
      () => now,
    );
    const look = (...lines: readonly string[]) => {
      now = table(...lines);
      compare();
      return told;
    };
    expect(look()).toBe(0);
    expect(look(line('/mnt/other', 'cifs', '//nas/post'))).toBe(0);
    expect(look(nas)).toBe(1);
    expect(look(nas)).toBe(1);
    expect(look()).toBe(2);
    end();
    expect(look(nas)).toBe(2);
  });
});
