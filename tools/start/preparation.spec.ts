import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isNodeSupported } from './node-version.mjs';
import { isInstalled } from './packages.mjs';
import { findPortTrouble } from './port.mjs';

describe('which Node will do', () => {
  it.each([
    ['18.20.8', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['23.11.0', false],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('%s: %s', (version, expected) => {
    expect(isNodeSupported(version)).toBe(expected);
  });
});

describe('whether the packages are there', () => {
  const wanted = {
    packages: {
      '': {},
      'libs/client': { version: '0.1.0' },
      'node_modules/nx': { version: '24.0.6', integrity: 'sha512-a' },
      'node_modules/@spool/client': { link: true },
      'node_modules/@nx/nx-darwin-arm64': { version: '24.0.6', optional: true },
    },
  };
  const installed = {
    packages: {
      'node_modules/nx': { version: '24.0.6', integrity: 'sha512-a' },
      'node_modules/@spool/client': { link: true },
    },
  };

  it('asks for no package of another platform', () => {
    expect(isInstalled(wanted, installed)).toBe(true);
  });

  it('notices a package that is missing', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/@spool/client': { link: true } } })).toBe(false);
  });

  it('notices another version', () => {
    const older = { ...installed.packages, 'node_modules/nx': { version: '24.0.5', integrity: 'sha512-b' } };
    expect(isInstalled(wanted, { packages: older })).toBe(false);
  });
});

describe('whether the port can be had', () => {
  it('says who may have it and how to take another', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const trouble = await findPortTrouble('127.0.0.1', String(port));
    await new Promise((resolve) => other.close(resolve));
    expect(trouble).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(trouble).toMatch(/PORT=\d+ npm start/);
    expect(await findPortTrouble('127.0.0.1', String(port))).toBeUndefined();
  });

  it('names an address that is not of this machine', async () => {
    expect(await findPortTrouble('192.0.2.1', '3000')).toContain(
      'HOST=192.0.2.1 is no address of this machine',
    );
  });

  it.each(['0', 'http', '70000', '-1'])('leaves %s to the API', async (port) => {
    expect(await findPortTrouble('127.0.0.1', port)).toBeUndefined();
  });
});
