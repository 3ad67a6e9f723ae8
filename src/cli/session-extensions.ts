import { configuredServers } from '../config/mcp-servers.js';
import type { LoadedConfig } from '../config/open-config.js';
import type { TrustInspection } from '../config/trust.js';
import type { Extension } from '../extend/extension.js';
import type { NamedServer } from '../extend/named-server.js';
import type { SkillOptions } from '../extend/skill/skill.js';
import { createSkills } from '../extend/skill/skills.js';
import { mcpServers } from '../session/mcp-servers.js';

/** What brings tools into a session of the program: made anew for each, as one is opened before the other is closed. */
export function sessionExtensions(
  config: LoadedConfig,
  trust: TrustInspection | undefined,
  isServed: (server: NamedServer) => boolean = () => true,
): readonly Extension[] {
  const servers = configuredServers(config, trust).filter(isServed);
  return [...(servers.length > 0 ? [mcpServers(servers)] : []), createSkills(skillOptions(config, trust))];
}

/** What the config says of skills, and whose text is vouched for: the user trusted exactly these files. */
export function skillOptions({ values }: LoadedConfig, trust: TrustInspection | undefined): SkillOptions {
  const files = trust?.state === 'trusted' ? trust.files.map(({ sha256 }) => sha256) : [];
  return { ...values.skills, vouched: new Set(files) };
}
