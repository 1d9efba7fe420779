/** A setting that keeps the product from starting; its message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
