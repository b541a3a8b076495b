// Lets a process of the tests, and the worker threads that it starts, run TypeScript, types stripped and unchecked: `node --import …/register-typescript.mjs`.
import { register } from 'node:module'

register('./load-typescript.mjs', import.meta.url)
