import { type Command, local } from '../command.ts'

export const serverCommands: Record<string, Command> = {
  config: {
    summary: 'Print every setting, its purpose and its value',
    run: async (_, { settings }) => (await import('../config.ts')).printSettings(await settings()),
  },
  doctor: {
    summary: 'Check the server, the database, mail, disk and backups',
    about:
      'Checks also the address, the clock, the storage of files and the identity provider. Exits with 1 if a check fails.',
    run: local(async () => (await import('../doctor.ts')).doctor),
  },
  migrate: {
    summary: 'Apply database migrations',
    about: 'Every start of the server does the same.',
    run: local(async () => (await import('../migrations.ts')).applyPending),
  },
  backup: {
    summary: 'Back up the database and the files of contacts',
    about: 'Writes one file. The server may be running.',
    argument: { name: 'file' },
    run: local(async () => (await import('../backups.ts')).backup),
  },
  restore: {
    summary: 'Restore a backup into an empty database',
    about: 'Refused if the database is not empty.',
    argument: { name: 'file', needs: 'a backup file' },
    run: local(async () => (await import('../backups.ts')).restore),
  },
  reindex: {
    summary: 'Compare the search index with every contact and correct it',
    about: 'The server can run meanwhile.',
    options: { check: { about: 'Only compare. Exits with 1 if contacts differ', flag: true } },
    run: local(async () => (await import('../reindex.ts')).reindex),
  },
  distribute: {
    summary: 'Distribute the tables over the nodes of a Citus cluster',
    about: 'Each space is on one node. Run it again after an upgrade to distribute new tables.',
    options: { 'dry-run': { about: 'Print the statements without running them', flag: true } },
    run: local(async () => (await import('../distribute.ts')).distribute),
  },
}
