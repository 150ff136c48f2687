import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

// Which documents of the repository are pages, and under which addresses.

export const base = '/docs/guides'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The menu: documents by the people who read them. */
const sections: { title: string; files: string[] }[] = [
  { title: 'Everyone', files: ['README.md', 'docs/guides/signing-in.md', 'docs/glossary.md'] },
  {
    title: 'Organisers',
    files: [
      'docs/guides/organiser.md',
      'docs/guides/importing.md',
      'docs/guides/field.md',
      'docs/guides/maps.md',
      'docs/guides/privacy.md',
    ],
  },
  { title: 'Treasurers', files: ['docs/guides/treasurer.md', 'docs/guides/bank.md'] },
  { title: 'Administrators', files: ['docs/guides/admin.md'] },
  {
    title: 'Operators',
    files: [
      'docs/guides/operator.md',
      'docs/guides/command-line.md',
      'docs/guides/restoring-drill.md',
      'docs/guides/upgrading.md',
      'docs/guides/own-postgresql.md',
      'docs/guides/log-rotation.md',
      'docs/guides/uninstalling.md',
      'docs/guides/sizing.md',
      'docs/guides/high_availability.md',
      'docs/guides/citus.md',
      'docs/promises.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Developers',
    files: [
      'docs/guides/integrator.md',
      'docs/guides/connect-an-integration.md',
      'docs/guides/events.md',
      'sdk/README.md',
      'INTERFACE.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'Contributors',
    files: [
      'CONTRIBUTING.md',
      'docs/guides/translating.md',
      'ARCHITECTURE.md',
      'STYLE.md',
      'docs/decisions/README.md',
      'bench/README.md',
    ],
  },
]

/** Files that are shown as they are, such as the systemd unit. Named one by one: operators keep files of their own in deploy/, with passwords. */
const text_files = [
  'LICENSE',
  'deploy/Caddyfile',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/create_role.sh',
  'deploy/grafana/muster.json',
  'deploy/muster.service',
  'deploy/nginx.conf',
  'deploy/prometheus/alerts.yml',
  'deploy/prometheus/prometheus.yml',
]

export interface Library {
  sections: typeof sections
  /** The documents by address, such as `/docs/guides/operator`. */
  documents: Map<string, string>
  /** Pictures and text files by address. */
  files: Map<string, string>
}

/** The documents that this installation has. An image without some of them has fewer pages. */
export function openLibrary(): Library {
  const present = sections.map(({ title, files }) => ({ title, files: files.filter(isPresent) }))
  const inMenu = present.flatMap(({ files }) => files)
  const others = ['CODE_OF_CONDUCT.md', ...filesIn('docs/{guides,decisions}/*.md')].filter(isPresent)
  return {
    sections: present.filter(({ files }) => files.length > 0),
    documents: new Map([...inMenu, ...others].map(file => [addressOf(file), file])),
    files: new Map(
      [...filesIn('docs/pictures/*.png'), ...text_files.filter(isPresent)].map(path => [fileAddress(path), path]),
    ),
  }
}

const isPresent = (file: string) => existsSync(posix.join(root, file))
const filesIn = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .sort()

export const readDocument = (file: string) => readFileSync(posix.join(root, file), 'utf8')
export const readBytes = (file: string) => readFileSync(posix.join(root, file))

/** `docs/guides/operator.md` is at `/docs/guides/operator`, `sdk/README.md` at `/docs/guides/sdk`. */
export function addressOf(file: string) {
  if (file === 'README.md') return `${base}/about`
  const name = file.replace(/^docs\/(guides\/)?/, '').replace(/(\/README)?\.md$/, '')
  return `${base}/${name.toLowerCase()}`
}

const fileAddress = (file: string) => `${base}/${file.replace(/^docs\//, '')}`

/** Where a link of a document leads on the site; undefined if its target is not on it, such as source code. */
export function resolveLink({ documents, files }: Library, document: string, link: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = posix.join(posix.dirname(document), path).replace(/\/$/, '')
  if (target === 'docs/openapi.json') return '/openapi.json'
  const page = [target, `${target}/README.md`].find(file => documents.get(addressOf(file)) === file)
  if (page) return addressOf(page) + (anchor === undefined ? '' : `#${anchor}`)
  return files.get(fileAddress(target)) === target ? fileAddress(target) : undefined
}
