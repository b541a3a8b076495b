// Lets a child process of the tests run TypeScript, types stripped and unchecked: `node --import …/register-typescript.mjs child.ts`.
import { register } from 'node:module'

register('./load-typescript.mjs', import.meta.url)
