import { createServer } from 'node:http'

// What HTTP alone costs: a handler of node:http that sends the bytes and headers it was given, whatever it is asked.

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
