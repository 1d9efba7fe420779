import { z } from 'zod';

// Imported before any schema: the content security policy forbids the code that zod would generate.
z.config({ jitless: true });
