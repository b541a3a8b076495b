/** Processor time of this process in milliseconds: unlike the time on the wall it does not grow with what else the machine does. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @returns the most processor time that passed between two turns of the event loop while some work was done. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let lastMs = processorMs()
  let longestMs = 0
  const look = (): void => {
    const nowMs = processorMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(look, 1)
  try {
    await work()
  } finally {
    look()
    clearInterval(timer)
  }
  return longestMs
}
