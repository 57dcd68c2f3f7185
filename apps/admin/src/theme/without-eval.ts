import { z } from 'zod';

/** The content security policy forbids eval: schemas are interpreted, not compiled. Imported before any schema. */
z.config({ jitless: true });
