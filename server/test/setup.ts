import './loopbackOnly.ts';
import { loggedLines } from './loggedLines.ts';

// Files share a worker: what the products of the file before logged is not this one's.
loggedLines.length = 0;
