import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client asked for. */
interface ModelRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Either `input`, to be embedded, or `messages`, to be answered, by the path. */
  readonly body: {
    readonly model: string
    readonly input: readonly string[]
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly [field: string]: unknown
  }
}

/** Answers the n-th request (from 0). Not ending the response makes the client wait. */
export type Behaviour = (request: ModelRequest, response: ServerResponse, number: number) => void

export interface ModelServer {
  readonly baseUrl: string
  readonly requests: ModelRequest[]
  /** Most requests that were open at one time. */
  readonly busiest: () => number
  close(): Promise<void>
}

/** An HTTP server on a free local port that behaves as a test says. */
export async function startModelServer(behave: Behaviour): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  let open = 0
  let busiest = 0
  const server = createServer((incoming, response) => {
    busiest = Math.max(busiest, ++open)
    response.on('close', () => open--)
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => {
      text += chunk
    })
    incoming.on('end', () => {
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) }
      requests.push(request)
      behave(request, response, requests.length - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    busiest: () => busiest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with the given entries as the vectors of a success. */
export function succeed(response: ServerResponse, data: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data }))
}

/** Answers with an error as OpenAI words it. */
export function fail(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, type: 'test' } }))
}

/** A vector of three numbers that depends on the text's length alone, not of unit length. */
export function vectorFor(text: string): number[] {
  return [text.length, 1, 2]
}

/** A service that embeds. */
export const wellBehaved: Behaviour = ({ body }, response) => {
  succeed(
    response,
    body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorFor(text) })),
  )
}

/** Answers with a text as the message of a model. */
export function say(response: ServerResponse, content: unknown, finishReason = 'stop'): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: finishReason }] }))
}
