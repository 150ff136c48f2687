import { createServer } from 'node:http'

// Measures HTTP alone: a node:http handler that sends the same headers and bytes to every request.

export interface FixedReply {
  status: number
  headers: Record<string, string>
  body: string
}

process.once('message', ({ status, headers, body }: FixedReply) => {
  createServer((request, response) => {
    const answer = () => response.writeHead(status, headers).end(body)
    if (request.method === 'GET') answer()
    else request.resume().on('end', answer)
  }).listen(Number(process.env.PORT), '127.0.0.1')
})
