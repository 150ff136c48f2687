import { type Config, describeSettings, settingsWithoutSecrets } from '../server/config.ts'
import type { ParsedArgs } from './command.ts'
import type { Output } from './output.ts'

export async function printSettings(_: ParsedArgs, config: Config): Promise<Output> {
  return { text: describeSettings(config), data: settingsWithoutSecrets(config) }
}
