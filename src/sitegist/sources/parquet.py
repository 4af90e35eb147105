"""Pages in Parquet."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.rows import columns_of, document
from sitegist.sources.spool import copy
from sitegist.sources.unpack import Damaged, codec_of, unpacked

if TYPE_CHECKING:
    import pyarrow.parquet as pq

_BATCH = 32


def read_parquet(file: BinaryIO, name: str, source: Source, options: Options) -> Iterator[Document]:
    """The pages of a file, a few rows at a time; a damaged row group is skipped.

    Without its end, which says where everything is, nothing of it can be read. One that is
    compressed as a whole is unpacked into a temporary file first.
    """
    file.seek(0)
    if codec_of(file.read(8)) is None:
        yield from _read(file, name, source)
        return
    with tempfile.TemporaryFile() as plain:
        try:
            copy(unpacked(file), plain)
        except Damaged as error:
            source.skip(name, error)
            return
        yield from _read(plain, name, source)


def _read(file: BinaryIO, name: str, source: Source) -> Iterator[Document]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        parquet = pq.ParquetFile(file)
        columns = columns_of(parquet.schema_arrow.names)
    except (pa.ArrowException, OSError, ValueError) as error:
        source.skip(name, error)
        return
    if "html" not in columns:
        source.skip(name, "has no html")
        return
    row = 0
    for group in range(parquet.num_row_groups):
        first, size = row, parquet.metadata.row_group(group).num_rows
        try:
            for values in _rows(parquet, group, columns):
                row += 1
                label = f"{name}:{row}"
                try:
                    yield document(label, **values)
                except Damaged as error:
                    source.skip(label, error)
        except (pa.ArrowException, OSError, ValueError) as error:
            source.skip(f"{name}:{row + 1}-{first + size}", str(error)[:200])
        row = first + size


def _rows(parquet: pq.ParquetFile, group: int, columns: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The values of each row of a row group."""
    import pyarrow as pa

    names = list(columns.values())
    for batch in parquet.iter_batches(_BATCH, row_groups=[group], columns=names):
        found = {}
        for field, name in columns.items():
            column = batch.column(name)
            if pa.types.is_timestamp(column.type):
                column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
            found[field] = column
        for index in range(batch.num_rows):
            row = {field: column[index].as_py() for field, column in found.items()}
            yield {"url": None, **row}
