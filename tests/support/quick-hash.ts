import { hash } from '@node-rs/argon2';

/**
 * A hash that costs a hundredth of the product's to make and to verify: the product reads the costs from the stored hash.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
