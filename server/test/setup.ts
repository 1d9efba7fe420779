import './loopbackOnly.ts';
import { loggedLines } from './loggedLines.ts';

// Files share a worker, so discard the lines logged by the previous file.
loggedLines.length = 0;
