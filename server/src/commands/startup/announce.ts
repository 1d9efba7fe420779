import type { Deps } from '../../core/app.ts';

/** Demo accounts, with their roles. */
const demoSignIns = [
  ['admin', 'system administrator'],
  ['coordinator', 'care coordinator'],
  ['drpatel', 'provider, cardiology'],
  ['drnguyen', 'provider, primary care'],
  ['office', 'office administrator, acts for drpatel'],
  ['outsider', 'provider of another client'],
] as const;

/** Prints the address of the product, and the sign-ins if there is demo data. */
export async function announce({ config, db }: Deps, address: string, isFresh: boolean): Promise<void> {
  const demo = await db.selectFrom('user_account').select('user_id').where('username', '=', 'coordinator').execute();
  const lines = ['', `  ${config.productName} is ready: ${address}/provider`, `  API: ${address}/api/docs`, ''];
  if (config.fillDemo && demo.length > 0) {
    lines.push(`  Demo sign-ins${isFresh ? ' (just filled)' : ''}, password careloop-demo:`);
    for (const [username, who] of demoSignIns) lines.push(`    ${username.padEnd(12)} ${who}`);
    lines.push('');
  }
  console.log(lines.join('\n'));
}
