import { type Config, describeSettings, settingsWithoutSecrets } from '../server/config.ts'
import type { Output } from './output.ts'

export function printSettings(config: Config): Output {
  return { text: describeSettings(config), data: settingsWithoutSecrets(config) }
}
