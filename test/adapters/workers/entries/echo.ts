/** Does as a task says. */
export async function handle(task: string): Promise<string> {
  if (task === 'exit') process.exit(3)
  if (task === 'throw') throw new TypeError('thrown by the handler')
  if (task === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000))
  return `${task}, too`
}
