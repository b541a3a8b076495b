// The entry of a worker thread: answers the tasks that it is sent, one after the other.
import { parentPort } from 'node:worker_threads'
import { type GraphTask, GraphTasks } from './graph-tasks.ts'

const tasks = new GraphTasks()

parentPort?.on('message', async (task: GraphTask) => {
  const answer = await tasks.answer(task)
  parentPort?.postMessage(answer, answer.done && answer.graph ? [answer.graph.labels.buffer] : [])
})
