package io.rollingwindow.spi;

import java.util.List;

/**
 * Exclusion of all other writers from preparation to inspection, and what is done under it, in this
 * order: {@link #prepare}, {@link #prove}, {@link #exchange}, {@link #settle}. After a crash a new
 * hold goes straight to {@link #settle}.
 *
 * <p>For one thread. Closing gives the guard back after every request of ours has ended.
 */
public interface PublicationHold extends AutoCloseable {

  /**
   * Builds the generation afresh: outside rows and verified chunks. What an interrupted preparation
   * left is dropped first. Schema and surroundings of the target are checked again before.
   *
   * @param receipts one for every chunk of the plan, in order
   * @return the generation with its verified figures
   * @throws io.rollingwindow.error.WindowException typed; the target is untouched
   */
  PreparedGeneration prepare(List<ChunkReceipt> receipts);

  /**
   * Proves immediately before publication that the target is as it was when prepared against, that
   * every row outside the window is in the generation as often as in the target, and that schema
   * and surroundings have not changed; and makes the generation durable where the account may.
   *
   * @param generation what was prepared in this hold
   * @return the proof, for evidence
   * @throws io.rollingwindow.error.WindowException typed; the target is untouched
   */
  GenerationProof prove(PreparedGeneration generation);

  /**
   * Sends the EXCHANGE, once. The intent was written durably before. Whatever the reply was, {@link
   * #settle} tells the outcome.
   *
   * @param intent what was written
   * @return what the server said, if anything
   */
  ExchangeReply exchange(PublicationIntent intent);

  /**
   * Tells the outcome of an intent from the physical identities. The request is killed and joined,
   * and the table behind the generation's name is renamed away, before an outcome is told: a copy
   * of the request that is still under way then finds nothing to exchange, so neither "published"
   * nor "not published" can change afterwards. Called again it answers the same.
   *
   * @param intent what was written, by this process or an earlier one
   * @return the outcome
   */
  PublicationStanding settle(PublicationIntent intent);

  @Override
  void close();
}
