import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk of a few hundred megabytes that can be filled up: in memory, and only for root. */
export class SmallDisk {
  private constructor(readonly directory: string) {}

  /** Makes one; null where mounting is not allowed. */
  static mount(megabytes: number): SmallDisk | null {
    const directory = mkdtempSync(path.join(tmpdir(), 'spool-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
        stdio: 'ignore',
      });
      return new SmallDisk(directory);
    } catch {
      rmSync(directory, { recursive: true, force: true });
      return null;
    }
  }

  /** Leaves no room at all. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.directory);
    try {
      writeFileSync(this.ballast, Buffer.alloc(bavail * bsize, 1));
    } catch {
      // Somebody else took the last of it.
    }
  }

  /** Gives the room back. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', [this.directory]);
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get ballast(): string {
    return path.join(this.directory, 'ballast');
  }
}
