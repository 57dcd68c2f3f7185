import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Edit } from './control.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ownPackages = ['apps/api', 'libs/thread-engine', 'libs/contracts'];

const copyBuilt = async (folder: string): Promise<void> => {
  for (const name of ownPackages) {
    await mkdir(path.join(folder, name), { recursive: true });
    await cp(path.join(root, name, 'package.json'), path.join(folder, name, 'package.json'));
    await cp(path.join(root, name, 'dist'), path.join(folder, name, 'dist'), { recursive: true });
  }
};

/** The copy finds its own packages under `@spool`, and everybody else's where the repository has them. */
const linkPackages = async (folder: string): Promise<void> => {
  const installed = path.join(root, 'node_modules');
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@spool'), { recursive: true });
  for (const name of await readdir(installed))
    if (!name.startsWith('.') && name !== '@spool')
      await symlink(path.join(installed, name), path.join(modules, name));
  for (const name of ownPackages)
    await symlink(path.join(folder, name), path.join(modules, '@spool', path.basename(name)));
};

const changed = async (folder: string, { file, find, replace }: Edit): Promise<string> => {
  const text = await readFile(path.join(folder, file), 'utf8');
  const found = text.split(find).length - 1;
  if (found !== 1) throw new Error(`${file} has the text to change ${found} times, not once: ${find}`);
  return text.split(find).join(replace);
};

/** Throws unless each edit fits the product as it is now: a control that changes nothing proves nothing. */
export const requireFitting = async (edits: readonly Edit[]): Promise<void> => {
  for (const edit of edits) await changed(root, edit);
};

/** Copies the built product into a folder and changes it there; returns the program of its replicas. */
export const makeChangedProduct = async (folder: string, edits: readonly Edit[]): Promise<string> => {
  await copyBuilt(folder);
  await linkPackages(folder);
  for (const edit of edits) await writeFile(path.join(folder, edit.file), await changed(folder, edit));
  return path.join(folder, 'apps/api/dist/main.js');
};
