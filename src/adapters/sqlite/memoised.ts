/** Remembers the last result: neighbouring rows mostly hold equal values. */
export function memoised<Result>(compute: (input: string) => Result): (input: string) => Result {
  let lastInput: string | undefined
  let lastResult: Result | undefined
  return (input) => {
    if (input !== lastInput || lastResult === undefined) {
      lastResult = compute(input)
      lastInput = input
    }
    return lastResult
  }
}
