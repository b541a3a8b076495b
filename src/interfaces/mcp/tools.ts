import type { Tool } from './tool.ts'
import { compressTool } from './tools/compress.ts'
import { countTokensTool } from './tools/count-tokens.ts'
import { expandTool } from './tools/expand.ts'
import { fetchTool } from './tools/fetch.ts'
import { packTool } from './tools/pack.ts'
import { retrieveOriginalTool } from './tools/retrieve-original.ts'
import { savingsTool } from './tools/savings.ts'
import { searchTool } from './tools/search.ts'
import { slimTool } from './tools/slim.ts'
import { statusTool } from './tools/status.ts'

/** Every tool, in the order in which they are listed. To add one: a file in `tools/` and a line here. */
export const TOOLS: readonly Tool[] = [
  packTool,
  searchTool,
  fetchTool,
  retrieveOriginalTool,
  compressTool,
  slimTool,
  expandTool,
  countTokensTool,
  savingsTool,
  statusTool,
]
