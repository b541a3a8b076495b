/**
 * What one call may bring and take away. What is larger is refused, or comes in parts, and the answer says how to go on. `status` reports them.
 */
export const LIMITS = {
  /** Of a line on stdin. */
  messageBytes: 33_554_432,
  /** Text of one argument, in UTF-8. */
  argumentBytes: 4_194_304,
  /** Text of one answer, in UTF-8. */
  answerBytes: 2_000_000,
  /** Of a pack or a compressed text. */
  budgetTokens: 250_000,
  searchResults: 50,
  /** Text of an original in one answer: by default, and when the caller asks for more. */
  defaultPartBytes: 50_000,
  partBytes: 1_000_000,
  linesAround: 1_000,
  resourcesPerPage: 200,
} as const
