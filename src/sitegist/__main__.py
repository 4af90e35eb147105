"""python -m sitegist"""

from sitegist.cli import main

if __name__ == "__main__":
    main()
