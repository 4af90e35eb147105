"""The tables of a mined folder, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sitegist.errors import StoreError

if TYPE_CHECKING:
    import pyarrow as pa


def read_columns(path: Path, names: Sequence[str], repeated: Sequence[str] = ()) -> pa.Table:
    """Some columns of a file; a `StoreError` if they are not there.

    Each value of a ``repeated`` column is there once, with an index for each row. The file is read
    as it is, without the data sets of pyarrow, which take longer to import than all of this.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, read_dictionary=list(repeated)) as file:
            table = file.read(columns=list(names), use_threads=False)
        missing = set(names) - set(table.column_names)
        if missing:
            raise pa.ArrowInvalid(f"no column {', '.join(sorted(missing))}")
        return table.unify_dictionaries()
    except (OSError, ValueError, pa.ArrowException) as error:
        raise StoreError(f"{path}: cannot be read: {error}; mine the site anew") from None
