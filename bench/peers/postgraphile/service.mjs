import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// PostGraphile as its guide sets it up, over the tables as they are.

const { PORT, DB_HOST } = process.env
const server = createServer()
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: `postgres://postgres@/postgres?host=${encodeURIComponent(DB_HOST)}`,
      schemas: ['peers'],
    }),
  ],
  grafserv: { watch: false, graphiql: false },
})
await instance.createServ(grafserv).addTo(server)
server.listen(Number(PORT), '127.0.0.1')
