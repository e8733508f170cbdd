package io.rollingwindow.row;

import java.io.IOException;

/**
 * Takes encoded rows, piece by piece. Every piece holds whole rows, at least one, and is handed
 * over once; the pieces in order are the encoded stream.
 *
 * <p>The encoder waits for the call to return, so a slow sink slows the source down and nothing
 * piles up between them.
 */
@FunctionalInterface
public interface PayloadSink {

  /**
   * Takes a piece. The bytes are valid until the call returns; the array is used again afterwards.
   *
   * @param buffer holds the piece
   * @param offset where the piece begins
   * @param length the bytes of the piece, at least 1
   * @throws IOException when the piece cannot be passed on; the encoder then takes no more values
   */
  void accept(byte[] buffer, int offset, int length) throws IOException;
}
