/** An invalid setting that prevents the product from starting; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
