import { z } from 'zod';

// Imported before any schema: the content security policy forbids generated code, and zod would try.
z.config({ jitless: true });
